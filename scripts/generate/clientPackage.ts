import { readFile } from 'node:fs/promises'
import packageJson from '../../package.json' with { type: 'json' }
import type { GeneratedFile } from './files.js'

const FOLDER = 'packages/client'
const { version, license, engines, keywords } = packageJson

/** The manifest of `@mailproof/client`, with the version of the service; its README is the guide to the client. */
const MANIFEST = {
  name: '@mailproof/client',
  version,
  description: 'Typed client of mailproof, the email validation service that you run yourself. No dependencies.',
  license,
  keywords,
  type: 'module',
  sideEffects: false,
  engines,
  exports: {
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
    './package.json': './package.json',
  },
  files: ['dist'],
  publishConfig: { access: 'public' },
  scripts: { prepack: 'node ../../scripts/package/stageClient.mjs' },
}

export async function buildClientPackage(root: URL): Promise<GeneratedFile[]> {
  const guide = await readFile(new URL('docs/client.md', root), 'utf8')
  return [
    { path: `${FOLDER}/package.json`, content: `${JSON.stringify(MANIFEST, null, 2)}\n` },
    { path: `${FOLDER}/README.md`, content: guide.replaceAll('mailproof/client', '@mailproof/client') },
    { path: `${FOLDER}/LICENSE`, content: await readFile(new URL('LICENSE', root)) },
  ]
}
