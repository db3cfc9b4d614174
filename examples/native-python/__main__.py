import pulumi
import pulumi_compute as compute

root_pass = pulumi.Config().require_secret("rootPass")
region = compute.get_region_output(id="us-east")

web = compute.Instance(
    "web",
    region=region.id,
    type="g6-nanode-1",
    image="compute/debian11",
    root_pass=root_pass,
)

zone = compute.Domain(
    "zone",
    domain="python-example.com",
    type="master",
    soa_email="admin@python-example.com",
)

www = compute.DomainRecord(
    "www",
    domain_id=zone.id,
    type="A",
    name="www",
    target=web.ipv4[0],
)

pulumi.export("address", web.ipv4[0])
pulumi.export("country", region.country)
pulumi.export("domainId", zone.id)
pulumi.export("recordIds", [www.id])
