import { afterAll, beforeAll, beforeEach } from '@jest/globals'
import type { Db } from 'mongodb'
import { createMongoAgendaBackend } from '../../src/adapters/agenda/mongodb/backend.js'
import { systemClock } from '../../src/kernel/clock.js'
import { testConnections } from '../../testbed/stores/mongo/connections.js'
import { describeMongo } from '../support/describeMongo.js'
import { jobsContract } from './jobsContract.js'
import { jobsFairnessContract } from './jobsFairnessContract.js'
import { jobsLostResponses } from './jobsLostResponses.js'

describeMongo('on MongoDB', (server) => {
  const connections = testConnections(server)
  let databases: Db[]
  let next = 0
  beforeAll(async () => {
    databases = [(await connections.open()).db, (await connections.open()).db]
  })
  beforeEach(async () => {
    await databases[0]!.collection('jobs').deleteMany({})
  })
  afterAll(() => connections.dispose())

  const fixture = () => ({
    open: () => createMongoAgendaBackend({ db: databases[next++ % 2]!, clock: systemClock }),
    dispose: async () => {},
  })
  jobsContract('MongoDB', fixture)
  jobsFairnessContract('MongoDB', fixture)
  jobsLostResponses('MongoDB', fixture)
})
