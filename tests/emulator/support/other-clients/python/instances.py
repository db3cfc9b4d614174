"""Instances: life, events, power, plan, rebuild, clone."""

from linode_api4.objects import Instance

from support import IMAGE, PASSWORD, REGION, TYPE, check, client, eventually
from support import finished, idle, is_gone, new_instance, refused


@check
def an_instance_lives_from_creation_to_deletion():
    poller = client.polling.event_poller_create("linode", "linode_create")
    created = client.linode.instance_create(TYPE, REGION, IMAGE, label="web-1", tags=["mine"], root_pass=PASSWORD)
    poller.set_entity_id(created.id)
    assert poller.wait_for_next_event_finished(timeout=60, interval=0.05).entity.id == created.id

    instance = idle(created)
    assert instance.status == "running" and instance.tags == ["mine"] and instance.image.id == IMAGE
    assert instance.specs.memory == 1024 and instance.type.label == "Nanode 1GB" and instance.region.country == "us"

    assert finished("linode", instance.id, "linode_delete", instance.delete).status == "finished"
    eventually(lambda: is_gone(Instance, instance.id))


@check
def an_instance_is_found_and_changed():
    instance = new_instance(label="web-2")
    assert client.linode.instances(Instance.label == "web-2").only().id == instance.id
    instance.label = "web-3"
    instance.tags = ["other"]
    instance.alerts.cpu = 50
    # Everything that can be changed is sent back as it was read.
    assert instance.save()
    again = client.load(Instance, instance.id)
    assert (again.label, again.tags, again.alerts.cpu) == ("web-3", ["other"], 50)
    with refused(400, "label: Label must be unique among your linodes"):
        client.linode.instance_create(TYPE, REGION, label="web-3")


@check
def an_instance_is_switched_off_and_on():
    instance = new_instance()
    assert finished("linode", instance.id, "linode_shutdown", instance.shutdown).status == "finished"
    assert client.load(Instance, instance.id).status == "offline"
    instance.reset_instance_root_password()
    finished("linode", instance.id, "linode_boot", lambda: instance.boot(instance.configs[0]))
    assert idle(instance).status == "running"
    finished("linode", instance.id, "linode_reboot", instance.reboot)
    assert idle(instance).status == "running"


@check
def an_instance_is_resized():
    instance = new_instance()
    finished("linode", instance.id, "linode_resize", lambda: instance.resize("g6-standard-1"))
    assert idle(instance).type.id == "g6-standard-1"


@check
def an_instance_is_rebuilt():
    instance = new_instance()
    assert instance.rebuild("linode/ubuntu22.04", root_pass=PASSWORD)
    assert instance.status == "rebuilding" and instance.image.id == "linode/ubuntu22.04"
    assert idle(instance).status == "running"


@check
def an_instance_is_cloned():
    instance = new_instance(tags=["mine"])
    # Without configs, the client requests a clone of none.
    copy = instance.clone(region=REGION, instance_type="g6-standard-1", label="copy", configs=list(instance.configs))
    idle(instance)
    assert copy.tags == ["mine"] and len(copy.disks) == 2 and len(copy.configs) == 1
    instance.clone(to_linode=copy, configs=list(instance.configs))
    idle(instance)
    assert len(copy.disks) == 4
