"""Domains and their records."""

import os

from linode_api4.objects import Domain, DomainRecord

from support import check, client, eventually, is_gone, refused


def new_domain(name):
    return client.domains.create(name, soa_email="admin@example.org")


@check
def a_domain_lives_from_creation_to_deletion():
    domain = client.domains.create("example.org", soa_email="admin@example.org", tags=["mine"])
    assert domain.type == "master" and domain.status == "active" and domain.tags == ["mine"]
    domain.ttl_sec = 300
    domain.description = "the zone"
    # Everything that can be changed is sent back as it was read.
    assert domain.save()
    assert client.domains(Domain.domain == "example.org").only().ttl_sec == 300
    with refused(400, "domain: "):
        new_domain("example.org")
    assert domain.delete() and is_gone(Domain, domain.id)


@check
def a_domain_can_be_the_copy_of_another_server():
    domain = client.domains.create("example.net", master=False, master_ips=["192.0.2.1"])
    assert domain.type == "slave" and domain.master_ips == ["192.0.2.1"]
    assert domain.save()


@check
def records_live_from_creation_to_deletion():
    domain = new_domain("records.example.org")
    record = domain.record_create("A", name="www", target="192.0.2.1")
    record.target = "192.0.2.2"
    record.ttl_sec = 3600
    assert record.save()
    again = client.load(DomainRecord, record.id, domain.id)
    assert (again.target, again.ttl_sec) == ("192.0.2.2", 3600)
    service = {"service": "sip", "protocol": "tcp", "priority": 1, "weight": 2, "port": 5060}
    srv = domain.record_create("SRV", target="sip.example.org", **service)
    srv.port = 5061
    assert srv.save()
    assert record.delete()
    assert [(record.type, record.port) for record in domain.records] == [("SRV", 5061)]


@check
def many_records_come_in_pages():
    domain = new_domain("many.example.org")
    for number in range(30):
        domain.record_create("A", name=f"host-{number}", target="192.0.2.1")
    client.page_size = 25
    records = domain.records
    client.page_size = None
    assert len(records) == 30 and records[29].name == "host-29"


@check
def a_domain_is_cloned_and_rendered():
    domain = new_domain("original.example.org")
    domain.record_create("A", name="www", target="192.0.2.1")
    copy = client.load(Domain, domain.clone("copy.example.org").id)
    assert copy.soa_email == "admin@example.org" and len(copy.records) == 1
    eventually(lambda: any("192.0.2.1" in line for line in copy.zone_file_view()))


@check
def a_domain_is_imported():
    name_server = os.environ["NAME_SERVER"]
    # The client has this method on every domain object.
    new_domain("any.example.org").domain_import("imported.example.org", name_server)
    imported = client.domains(Domain.domain == "imported.example.org").only()
    assert [record.name for record in imported.records] == ["www"]
    with refused(400, "domain: "):
        imported.domain_import("imported.example.org", name_server)
