"""MySQL databases. The client supports no MongoDB, and no database backups."""

from linode_api4.objects import DatabaseEngine, MySQLDatabase

from support import REGION, TYPE, check, client, eventually, is_gone, refused


def is_active(database):
    return client.load(MySQLDatabase, database.id).status == "active"


def active_database(label):
    database = client.database.mysql_create(label, REGION, "mysql/8.0.26", TYPE)
    eventually(lambda: is_active(database))
    return client.load(MySQLDatabase, database.id)


@check
def engines_and_types_are_listed():
    engines = client.database.engines(DatabaseEngine.engine == "mysql")
    assert [engine.id for engine in engines] == ["mysql/5.7.30", "mysql/8.0.26"]
    assert client.load(DatabaseEngine, "mysql/8.0.26").version == "8.0.26"
    nanode = client.database.types()[0]
    assert nanode.id == TYPE and nanode.engines.mysql[1].quantity == 3


@check
def a_database_lives_from_creation_to_deletion():
    created = client.database.mysql_create("first", REGION, "mysql/8.0.26", TYPE, cluster_size=3)
    assert created.status == "provisioning" and created.cluster_size == 3
    eventually(lambda: is_active(created))
    database = client.load(MySQLDatabase, created.id)
    assert database.hosts.primary and database.port == 3306 and database.updates.frequency == "weekly"

    with refused(400, "label: Label must be unique among your databases"):
        client.database.mysql_create("first", REGION, "mysql/8.0.26", TYPE)
    database.label = "renamed"
    database.allow_list = ["192.0.2.1"]
    database.updates.day_of_week = 3
    # Everything that can be changed is sent back as it was read.
    assert database.save()
    eventually(lambda: is_active(database))
    again = client.load(MySQLDatabase, database.id)
    assert (again.label, again.allow_list, again.updates.day_of_week) == ("renamed", ["192.0.2.1/32"], 3)
    assert again.delete() and is_gone(MySQLDatabase, database.id)


@check
def databases_are_listed():
    database = active_database("listed")
    assert client.database.mysql_instances(MySQLDatabase.label == "listed").only().id == database.id
    [listed] = client.database.instances()
    assert listed.instance_uri.endswith(f"/mysql/instances/{database.id}") and listed.instance.label == "listed"


@check
def credentials_are_shown_and_reset():
    database = active_database("secret")
    before = database.credentials
    assert before.username == "linroot" and database.ssl.ca_certificate
    database.credentials_reset()
    assert database.credentials.password != before.password


@check
def a_database_is_patched():
    database = active_database("patched")
    assert database.patch() == {}
    eventually(lambda: is_active(database))
