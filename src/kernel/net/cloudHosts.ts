// The metadata services and host agents of clouds, which give credentials to any process that can reach them.
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Address, number]

/** In CIDR notation, with the documentation that names each. */
export const CLOUD_RANGES: readonly string[] = [
  // Link-local (RFC 3927): 169.254.169.254 of AWS, Azure, Google, Oracle, OpenStack and others; 169.254.170.2 ("Amazon ECS task
  // metadata endpoint") and .23 ("Amazon EKS Pod Identity Agent"); Scaleway's 169.254.42.42; Tencent's 169.254.0.23.
  '169.254.0.0/16',
  // Link-local (RFC 4291 section 2.5.6): OpenStack's fe80::a9fe:a9fe ("OpenStack Compute: Metadata service").
  'fe80::/10',
  // Azure, a public address: "What is IP address 168.63.129.16?" (learn.microsoft.com, virtual network).
  '168.63.129.16/32',
  // Alibaba, within carrier NAT: "Access ECS instance metadata" (alibabacloud.com, ECS user guide).
  '100.100.100.200/32',
  // Oracle, within protocol assignments: "Retrieving Instance Metadata" (docs.oracle.com, Compute Classic).
  '192.0.0.192/32',
  // AWS: "Access instance metadata for an EC2 instance" (::254), "Amazon EKS Pod Identity Agent" (::23), Amazon DNS (::253).
  'fd00:ec2::/32',
  // Google: "View and query VM metadata" (cloud.google.com, Compute Engine).
  'fd20:ce::254/128',
  // Oracle: "Getting Instance Metadata" (docs.oracle.com, Compute).
  'fd00:c1::a9fe:a9fe/128',
  // Scaleway: "Scaleway" (docs.cloud-init.io, data sources).
  'fd00:42::42/128',
  // Akamai: "Metadata Service API" (techdocs.akamai.com, Linode).
  'fd00:a9fe:a9fe::1/128',
]

/** Names of the same services, in lower case. Where they do not resolve, another resolver may know them. */
const NAMES: ReadonlySet<string> = new Set([
  // Google: "About VM metadata".
  'metadata.google.internal',
  'metadata.goog',
  // AWS: an alias of 169.254.169.254 in the resolver of a VPC.
  'instance-data.ec2.internal',
  // Tencent: "Querying Instance Metadata".
  'metadata.tencentyun.com',
])

const ranges = CLOUD_RANGES.map((range) => ipaddr.parseCIDR(range) as Range)

export const isCloudAddress = (address: Address): boolean =>
  ranges.some((range) => range[0].kind() === address.kind() && address.match(range))

/** @param name lower-case A-labels without a final dot */
export const isCloudName = (name: string): boolean => NAMES.has(name)
