"""croissant.json: the release as Croissant 1.0 (JSON-LD), which dataset search and ML loaders read."""

from collections.abc import Mapping

from tieout.release.export import Json
from tieout.release.package import File
from tieout.release.settings import Package
from tieout.release.shape import Column, Shape

_TYPES = {"string": "sc:Text", "integer": "sc:Integer", "number": "sc:Float", "boolean": "sc:Boolean"}
# Written out: mlcroissant refuses a context that it does not know word for word.
_CONTEXT: Json = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}


def croissant(
    about: Package, created: str, files: Mapping[str, File], shapes: Mapping[str, Shape], tool: str, version: str
) -> Json:
    """Each file, and each table as a record set over its CSV file; nested columns are JSON text there."""
    license_ = {"license": about.license} if about.license else {}
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "name": about.name,
        "description": about.description,
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "version": version,
        "datePublished": created,
        "creator": {"@type": "sc:Organization", "name": f"tieout {tool}"},
        **license_,
        "distribution": [_file(files[f"{table}.{kind}"]) for table in shapes for kind in ("csv", "parquet")],
        "recordSet": [_record_set(shape) for shape in shapes.values()],
    }


def _file(file: File) -> Json:
    parquet = file.name.endswith(".parquet")
    return {
        "@type": "cr:FileObject",
        "@id": file.name,
        "name": file.name,
        "contentUrl": file.name,
        "contentSize": f"{file.n_bytes} B",
        "encodingFormat": "application/x-parquet" if parquet else "text/csv",
        "sha256": file.sha256,
    }


def _record_set(shape: Shape) -> Json:
    key = {"key": {"@id": f"{shape.table}/{shape.key[0]}"}} if shape.key else {}
    return {
        "@type": "cr:RecordSet",
        "@id": shape.table,
        "name": shape.table,
        "description": shape.about,
        **key,
        "field": [_field(shape.table, column) for column in shape.columns],
    }


def _field(table: str, column: Column) -> Json:
    unit = f" Unit: {column.unit}." if column.unit else ""
    return {
        "@type": "cr:Field",
        "@id": f"{table}/{column.name}",
        "name": column.name,
        "description": f"{column.meaning}.{unit}",
        "dataType": _TYPES.get(column.kind, "sc:Text"),
        "source": {"fileObject": {"@id": f"{table}.csv"}, "extract": {"column": column.name}},
    }
