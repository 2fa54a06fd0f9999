// Documents of the server that rarely change (what it serves, its schemas), kept from one command to the next as kubectl keeps
// them under ~/.kube/cache. The server is asked each time whether they still hold, so a restart with another release or a new
// CustomResourceDefinition is seen at once.

interface Kept {
  etag: string
  value: unknown
}

/** The answer to a request with If-None-Match; `text` is undefined where the known version still holds. */
export interface Conditional {
  /** Undefined: what is known still holds. */
  text: string | undefined
  /** Undefined: the server gives no versions. */
  etag: string | undefined
}

/** A cache of the server's documents by key, validated by ETag with each read. */
export class ServerDocuments {
  private readonly kept = new Map<string, Kept>()

  /**
   * The document, read again only where it has changed.
   * @param key names the server, the path and the form
   * @param ask requests it, with the version that is known
   */
  async read<T>(
    key: string,
    ask: (etag: string | undefined) => Promise<Conditional>,
    parse: (text: string) => T,
  ): Promise<T> {
    const known = this.kept.get(key)
    const { text, etag } = await ask(known?.etag)
    if (text === undefined && known !== undefined) return known.value as T
    const value = parse(text ?? '')
    if (etag !== undefined) this.kept.set(key, { etag, value })
    return value
  }
}
