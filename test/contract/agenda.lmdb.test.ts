// Agenda's backend on LMDB: the contract, and locks of dead processes.
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { createLmdbAgendaBackend, type LmdbAgendaBackend } from '../../src/adapters/agenda/lmdb/backend.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { ask, begin, claim, keyOf } from './agendaBackend/worker.js'
import { agendaBackendContract } from './agendaBackendContract.js'

agendaBackendContract('LMDB', async () => {
  const directory = tempDirectory()
  const handles: LmdbAgendaBackend[] = []
  const open = () => {
    const backend = createLmdbAgendaBackend({ path: join(directory.path, 'jobs.mdb'), exclusive: false })
    handles.push(backend)
    return backend
  }
  return {
    backend: open(),
    second: async () => open(),
    dispose: async () => {
      await Promise.all(handles.map((handle) => handle.disconnect()))
      directory.remove()
    },
  }
})

test('a process that has the file exclusively frees all locks and makes their jobs due; one that shares it does not', async () => {
  const directory = tempDirectory()
  const path = join(directory.path, 'jobs.mdb')
  const dead = createLmdbAgendaBackend({ path, exclusive: true })
  const now = Date.now()
  await ask(dead.repository, 'started', now - 2)
  await begin(dead.repository, (await claim(dead.repository))!)
  await ask(dead.repository, 'started', now + 600_000)
  await ask(dead.repository, 'claimed', now - 1)
  await claim(dead.repository)
  await ask(dead.repository, 'later', now + 600_000)
  await dead.disconnect()

  const beside = createLmdbAgendaBackend({ path, exclusive: false })
  expect(await claim(beside.repository)).toBeUndefined()
  await beside.disconnect()

  const { repository, disconnect } = createLmdbAgendaBackend({ path, exclusive: true })
  expect([keyOf(await claim(repository)), keyOf(await claim(repository))].sort()).toEqual(['claimed', 'started'])
  expect(await claim(repository)).toBeUndefined()
  await disconnect()
  directory.remove()
})

test('debouncing a job of this adapter is an error, and not ignored', async () => {
  const directory = tempDirectory()
  const { repository, disconnect } = createLmdbAgendaBackend({
    path: join(directory.path, 'jobs.mdb'),
    exclusive: true,
  })
  const job = { name: 'a', data: {}, type: 'normal' as const, priority: 0, nextRunAt: new Date() }
  const debounced = { ...job, unique: { 'data.key': 'a' }, uniqueOpts: { debounce: { delay: 1 } } }
  await expect(repository.saveJob(debounced, undefined)).rejects.toThrow('debounce')
  await disconnect()
  directory.remove()
})
