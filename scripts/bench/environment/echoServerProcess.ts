import type { AddressInfo } from 'node:net'
import express from 'express'

/* The baseline: an Express 5 server that echoes a JSON body. Prints its port. */
const app = express()
app.use(express.json())
app.post('/', (request, response) => void response.json(request.body))
const server = app.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
