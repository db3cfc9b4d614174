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

www = compute.ZoneRecordArgs(type="A", name="www", target=web.ipv4[0])

zone = compute.Zone(
    "zone",
    domain="python-example.com",
    soa_email="admin@python-example.com",
    records=[www],
    zone_file="""
@    IN MX 10 mail
mail IN A     192.0.2.25
""",
)

pulumi.export("address", web.ipv4[0])
pulumi.export("country", region.country)
pulumi.export("domainId", zone.domain_id)
pulumi.export("recordIds", zone.records)
