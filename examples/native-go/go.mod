module native-go

go 1.26.6

require (
	github.com/pulumi-compute/pulumi-compute/sdk/go v0.0.0
	github.com/pulumi/pulumi/sdk/v3 v3.276.0
)

replace github.com/pulumi-compute/pulumi-compute/sdk/go => ./sdk/go
