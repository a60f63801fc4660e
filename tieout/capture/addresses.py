"""Which addresses may be connected to: public ones, and private ones of a host that a source marks as local.

A name is resolved once, every address of it is checked, and the connection goes to one that was checked: a second
look-up by the client could get another answer (DNS rebinding).
"""

import ipaddress
import socket
from collections.abc import Callable

from tieout.capture.trouble import FetchError

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolver = Callable[[str, int], list[str]]

NAT64 = ipaddress.ip_network("64:ff9b::/96")
COMPATIBLE = ipaddress.ip_network("::/96")
UNICAST = ipaddress.ip_network(
    "2000::/3"
)  # all that is public in IPv6; Python's own list of exceptions varies by version


def system_resolver(host: str, port: int) -> list[str]:
    """Every address of a name, as the machine resolves it, in the order in which to try them."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(one[4][0]) for one in found))


def checked(host: str, port: int, resolve: Resolver, *, local: bool) -> list[str]:
    """The addresses of a name, all of them allowed.

    Raises:
        FetchError: the name has none, or one of them may not be connected to.
    """
    try:
        found = resolve(host, port)
    except (OSError, UnicodeError) as error:
        gone = isinstance(error, socket.gaierror) and error.errno == socket.EAI_NONAME
        reason = f"the name {host!r} does not resolve: {getattr(error, 'strerror', None) or error}"
        raise FetchError("network", reason, heals=not gone, unresolved=gone) from error
    if not found:
        raise FetchError("network", f"the name {host!r} has no address", heals=True)
    for one in found:
        if not allowed(one, local=local):
            # One bad address condemns the name: otherwise an answer of two would get a second try at the private one.
            raise FetchError("address", f"{host!r} leads to {one}, which is no public address")
    return found


def allowed(text: str, *, local: bool) -> bool:
    """Whether an address may be connected to: a public one, or with `local` one of this machine or its networks."""
    try:
        address = _innermost(ipaddress.ip_address(text.partition("%")[0]))
    except ValueError:
        return False
    if address.is_multicast or address.is_unspecified or address.is_link_local:
        return False  # never, not even locally: link-local is where clouds serve their credentials
    if local and (address.is_private or address.is_loopback):
        return True
    return address.is_global and (isinstance(address, ipaddress.IPv4Address) or address in UNICAST)


def _innermost(address: Address) -> Address:
    """The IPv4 address that an IPv6 one wraps: Python calls ::ffff:10.0.0.1 global or private by its version."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address.ipv4_mapped or address.sixtofour:
        return address.ipv4_mapped or address.sixtofour or address
    if address.teredo:
        return address.teredo[1]
    if address in NAT64 or (address in COMPATIBLE and int(address) > 1):
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address
