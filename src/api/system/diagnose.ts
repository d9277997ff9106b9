/** Environment variables reported by the diagnostic endpoint. */
interface DiagnosticEnvironment {
  readonly NODE_ENV: string | undefined
  readonly PLATFORM: string | undefined
  readonly TZ: string | undefined
  readonly LANG: string | undefined
}

/** Modules to test: those with native binaries, which may fail to load on some platforms, and core dependencies. */
const MODULES = ['lmdb', 'fs-native-extensions', 'express', 'ajv', 'tldts', 'tr46', 'pino'] as const

const ENVIRONMENTS = ['development', 'production', 'test'] as const

export type Diagnose = ReturnType<typeof createDiagnose>

/** Reports which modules can be loaded. Temporary, per the specification. */
export const createDiagnose = (environment: DiagnosticEnvironment, now: () => number) => async () => ({
  timestamp: new Date(now()).toISOString(),
  node_version: process.version,
  platform: process.platform,
  env: {
    NODE_ENV: ENVIRONMENTS.find((name) => name === environment.NODE_ENV) ?? ('unknown' as const),
    PLATFORM: environment.PLATFORM ?? '',
    TZ: environment.TZ ?? '',
    LANG: environment.LANG ?? '',
  },
  modules: Object.fromEntries(await Promise.all(MODULES.map(async (name) => [name, await load(name)] as const))),
})

async function load(name: string): Promise<string | { error: string; failed: true }> {
  try {
    await import(name)
    return 'loaded'
  } catch (error) {
    return { error: (error as NodeJS.ErrnoException).code ?? 'failed to load', failed: true }
  }
}
