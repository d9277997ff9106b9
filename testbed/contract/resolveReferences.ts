import { createResolver } from '../../src/api/contract/document.js'

/** A whole document with all references resolved. */
export const resolveReferences = <Document extends object>(document: Document): Document =>
  createResolver(document)(document)
