"""Backups of instances."""

from linode_api4.objects import Backup, Instance

from support import IMAGE, PASSWORD, REGION, TYPE, check, client, eventually, idle, new_instance, refused


@check
def a_snapshot_is_taken_and_restored():
    instance = new_instance(backups_enabled=True)
    taken = instance.snapshot("before")
    assert taken.type == "snapshot" and taken.region.id == REGION
    eventually(lambda: client.load(Backup, taken.id, instance.id).status == "successful")
    instance.invalidate()
    current = instance.available_backups.snapshot.current
    assert current.id == taken.id and len(current.disks) == 2 and len(current.configs) == 1

    target = client.linode.instance_create(TYPE, REGION)
    assert current.restore_to(target, overwrite=True)
    assert len(idle(target).disks) == 2
    copy = client.linode.instance_create(TYPE, REGION, backup=current)
    assert len(idle(copy).disks) == 2


@check
def the_service_is_switched_on_and_off():
    instance = new_instance()
    with refused(400, "backup service"):
        instance.snapshot("before")
    assert instance.enable_backups() and instance.backups.enabled
    instance.backups.schedule.day = "Monday"
    instance.backups.schedule.window = "W4"
    assert instance.save()
    again = client.load(Instance, instance.id)
    assert (again.backups.schedule.day, again.backups.schedule.window) == ("Monday", "W4")
    assert instance.cancel_backups() and not instance.backups.enabled


@check
def an_instance_without_backups_can_be_saved():
    instance = client.linode.instance_create(TYPE, REGION, IMAGE, root_pass=PASSWORD)
    instance.group = "mine"
    assert instance.save()
    assert client.load(Instance, instance.id).group == "mine"
