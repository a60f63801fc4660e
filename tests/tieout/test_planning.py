"""Plans: what is before a run, in shards."""

from pathlib import Path

from tests.made import folder
from tieout import planning


def test_few_documents_are_one_shard_and_many_are_as_many_as_asked_for(tmp_path: Path) -> None:
    path = folder(tmp_path, {f"post-{n:03}": f"<p>{n} words.</p>" for n in range(130)})
    sizes = [len(shard.jobs) for shard in planning.plan(path, tmp_path / "state").shards]
    assert sizes == [32, 32, 32, 32, 2]
    few = [len(shard.jobs) for shard in planning.plan(path, tmp_path / "state", 2).shards]
    assert few == [65, 65]
