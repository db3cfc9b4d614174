"""Disks, configs and addresses of instances."""

from linode_api4.objects import Instance

from support import REGION, check, client, idle, new_instance, refused


def empty_instance():
    return client.linode.instance_create("g6-standard-1", REGION)


@check
def a_config_lives_from_creation_to_deletion():
    instance = empty_instance()
    disk = instance.disk_create(1024, label="data")
    idle(instance)
    config = instance.config_create(kernel="linode/grub2", label="usual", disks=[disk])
    assert config.kernel.id == "linode/grub2" and config.devices.sda.id == disk.id
    config.comments = "changed"
    config.helpers.distro = False
    # Everything that can be changed is sent back as it was read.
    assert config.save()
    [again] = client.load(Instance, instance.id).configs
    assert again.comments == "changed" and not again.helpers.distro and again.interfaces == []

    instance.boot(config)
    assert idle(instance).status == "running"
    assert config.delete()
    assert len(instance.configs) == 0


@check
def addresses_are_a_public_one_and_a_private_one_on_demand():
    instance = new_instance()
    [public] = instance.ips.ipv4.public
    assert public.address == instance.ipv4[0] and public.linode_id == instance.id
    assert instance.ips.ipv6.slaac.public and not instance.ips.ipv6.link_local.public
    with refused(400, "require technical justification"):
        instance.ip_allocate(public=True)
    private = instance.ip_allocate()
    assert private.address.startswith("192.168.") and len(client.load(Instance, instance.id).ips.ipv4.private) == 1
    assert private.delete()
    assert client.load(Instance, instance.id).ips.ipv4.private == []
