export { Registry } from 'prom-client'
export { eventLoopUtilization, processMetrics } from './process.js'
export { createRegistry } from './registry.js'
export { listenForMetrics } from './server.js'
