import type { FactSource } from '../../server/server-client.ts'

/** A source that answers recorded documents by path, and by `path accept` where an Accept header decides. */
export const recordedSource = (documents: Readonly<Record<string, unknown>>): FactSource => ({
  async text(path, accept) {
    const key = Object.hasOwn(documents, `${path} ${accept}`) ? `${path} ${accept}` : path
    if (!Object.hasOwn(documents, key)) throw new Error(`nothing is recorded of GET ${path}`)
    const document = documents[key]
    return typeof document === 'string' ? document : JSON.stringify(document)
  },
})
