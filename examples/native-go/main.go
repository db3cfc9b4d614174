package main

import (
	"github.com/pulumi-compute/pulumi-compute/sdk/go/compute"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(deploy)
}

func deploy(ctx *pulumi.Context) error {
	region := compute.GetRegionOutput(ctx, compute.GetRegionOutputArgs{Id: pulumi.String("us-east")})

	web, err := compute.NewInstance(ctx, "web", &compute.InstanceArgs{
		Region:   region.Id(),
		Type:     pulumi.String("g6-nanode-1"),
		Image:    pulumi.String("compute/debian11"),
		RootPass: config.New(ctx, "").RequireSecret("rootPass"),
	})
	if err != nil {
		return err
	}

	zoneFile := "@ IN MX 10 mail\nmail IN A 192.0.2.25\n"
	zone, err := compute.NewZone(ctx, "zone", &compute.ZoneArgs{
		Domain:   pulumi.String("go-example.com"),
		SoaEmail: pulumi.String("admin@go-example.com"),
		Records: []compute.ZoneRecordInput{
			compute.ZoneRecordArgs{
				Type:   pulumi.String("A"),
				Name:   pulumi.String("www"),
				Target: web.Ipv4.Index(pulumi.Int(0)),
			},
		},
		ZoneFile: &zoneFile,
	})
	if err != nil {
		return err
	}

	ctx.Export("address", web.Ipv4.Index(pulumi.Int(0)))
	ctx.Export("country", region.Country())
	ctx.Export("domainId", zone.DomainId)
	ctx.Export("recordIds", zone.Records)
	return nil
}
