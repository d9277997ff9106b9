import { join } from 'node:path'
import type { FencedAgendaBackend } from '../../src/adapters/agenda/fencedBackend.js'
import { createLmdbAgendaBackend } from '../../src/adapters/agenda/lmdb/backend.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { jobsContract } from './jobsContract.js'
import { jobsFairnessContract } from './jobsFairnessContract.js'
import { jobsLostResponses } from './jobsLostResponses.js'

const fixture = () => {
  const directory = tempDirectory()
  const handles: FencedAgendaBackend[] = []
  return {
    open() {
      const backend = createLmdbAgendaBackend({ path: join(directory.path, 'jobs.mdb'), exclusive: false })
      handles.push(backend)
      return backend
    },
    dispose: async () => {
      await Promise.all(handles.map((handle) => handle.disconnect()))
      directory.remove()
    },
  }
}

jobsContract('LMDB', fixture)
jobsFairnessContract('LMDB', fixture)
jobsLostResponses('LMDB', fixture)
