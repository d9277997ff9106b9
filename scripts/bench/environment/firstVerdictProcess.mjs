/**
 * Prints how long library mode takes in a new process, as JSON: from the import until the first verdict, memory after it,
 * and cached verdicts per second. Arguments: URL of the library, port of a DNS server on loopback.
 */
const [, , library, port] = process.argv
const CACHED = 50_000

const startedAt = performance.now()
const { createVerifier } = await import(library)
const importedAt = performance.now()
const verifier = createVerifier({ dnsServers: [`127.0.0.1:${port}`] })
const { status } = await verifier.verify('someone@first.example.net')
const firstAt = performance.now()
const memoryMb = process.memoryUsage.rss() / 1024 ** 2

const emails = Array.from({ length: CACHED }, (_, index) => `someone${index}@first.example.net`)
const cachedFrom = performance.now()
for await (const verdict of verifier.verifyMany(emails)) if (verdict.status !== status) process.exitCode = 1
const perSecond = CACHED / ((performance.now() - cachedFrom) / 1_000)
await verifier.close()

console.log(
  JSON.stringify({ status, importMs: importedAt - startedAt, firstMs: firstAt - startedAt, memoryMb, perSecond }),
)
