// Compiles and checks new lists in a process of its own.
import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Candidate, Material } from './candidate.js'
import { ListsRefused } from './refused.js'

export interface Task {
  readonly material: Material
  /** The list file in use; undefined if it is the embedded one. */
  readonly installed: Uint8Array | undefined
  /** `2026-11-26` */
  readonly today: string
}

export type Answer = { readonly candidate: Candidate } | { readonly refused: string }

/** The sources may run uncompiled. */
const PROGRAM = fileURLToPath(new URL(`./prepareProcess${extname(import.meta.url)}`, import.meta.url))
/** Three times what today's lists need. */
const MAX_HEAP_MB = 768
const TIMEOUT_MS = 120_000
/** Characters of an error that are kept. */
const MAX_PRINTED = 2_000

/**
 * Compiles and checks new lists in a process of its own, without the settings of this one: a service goes on serving
 * meanwhile, its memory does not grow, and a list that is made to exhaust memory or time ends only that process.
 * @param signal ends it
 * @throws ListsRefused
 */
export async function prepareApart(task: Task, signal?: AbortSignal): Promise<Candidate> {
  const child = fork(PROGRAM, {
    serialization: 'advanced',
    env: {},
    execArgv: [
      ...process.execArgv.filter((each) => !each.startsWith('--inspect')),
      `--max-old-space-size=${MAX_HEAP_MB}`,
    ],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  })
  const answer = await new Promise<Answer>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Answer))
    child.once('error', reject)
    let printed = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-MAX_PRINTED)
    })
    child.once('close', (_, signal) =>
      reject(
        signal
          ? new ListsRefused('They could not be compiled in the memory and time allowed.')
          : new Error(`the lists could not be compiled: ${printed}`),
      ),
    )
    child.send(task, (error) => error && reject(error))
  })
  if ('refused' in answer) throw new ListsRefused(answer.refused)
  return { ...answer.candidate, content: Buffer.from(answer.candidate.content) }
}
