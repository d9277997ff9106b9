// The ports that a webhook may call: those of web servers, not those of services that might execute what a request contains.

/** The end of the range that IANA assigns to system services (RFC 6335 section 6). */
const LAST_SYSTEM_PORT = 1_023
const WEB_PORTS: readonly number[] = [80, 443]

/**
 * Ports above the system ports whose services may take a request's lines for commands, or are controlled by HTTP. None is an
 * ephemeral port (from 32768), where tests listen. IANA: "Service Name and Transport Protocol Port Number Registry".
 */
const SERVICE_PORTS: ReadonlySet<number> = new Set([
  // The "bad ports" of the Fetch standard, section "Port blocking", which browsers refuse too: telephony, PPTP, NFS, SASL,
  // lockd, Sieve, SIP, X11, scanners, IRC, Amanda.
  ...[
    1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
  ],
  // Databases, by IANA: SQL Server, MySQL, PostgreSQL, CouchDB, Redis, MongoDB; by vendor: Oracle, Cassandra, Neo4j, InfluxDB,
  // ClickHouse, Elasticsearch and OpenSearch, RethinkDB, CockroachDB, KurrentDB.
  ...[1433, 1434, 3306, 5432, 5984, 6379, 27017],
  ...[1521, 9042, 7474, 7687, 8086, 8123, 9200, 9300, 28015, 26257, 1113, 2113, 26379, 27018, 27019],
  // Caches and queues, by IANA: memcached, AMQP, MQTT; by vendor: Kafka, NATS, RabbitMQ's management, Beanstalkd.
  ...[11211, 5671, 5672, 1883, 8883, 9092, 4222, 15672, 11300],
  // What runs or starts programs, by IANA: Docker, its Swarm, etcd, WinRM, Remote Desktop, VNC, RMI, X11's second display;
  // by vendor: ZooKeeper, Consul, Nomad, the API server and the kubelet of Kubernetes, Salt, the debuggers of Node.js and of Java.
  ...[2375, 2376, 2377, 2379, 2380, 5985, 5986, 3389, 5900, 1098, 1099, 6001],
  ...[2181, 8500, 4646, 6443, 10250, 10255, 4505, 4506, 9229, 5005],
  // Proxies and file servers, by IANA: SOCKS, iSCSI, Git; by vendor: Squid, AJP.
  ...[1080, 3260, 9418, 3128, 8009],
])

/** Why a URL with this port may not be called, for its author; undefined if it may. */
export function problemOfPort(port: number): string | undefined {
  if (WEB_PORTS.includes(port)) return undefined
  if (port > LAST_SYSTEM_PORT && !SERVICE_PORTS.has(port)) return undefined
  const what =
    port <= LAST_SYSTEM_PORT ? 'belongs to a system service' : 'is usually that of a database or another service'
  return `Port ${port} ${what}: use 443, 80 or another port from 1024 to 65535, such as 8443.`
}
