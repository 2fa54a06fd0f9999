// Who wrote a record of the embedded store, which keeps JSON: what its bytes are in the etcd of real servers follows from it.

const cborMark = '~cbor'

/**
 * The name of a writer. @param scheme the name of its scheme, as `1.36`
 * @param cbor whether it stores custom resources as CBOR (the gate CBORServingAndStorage)
 */
export const writerName = (scheme: string, cbor: boolean): string => (cbor ? `${scheme}${cborMark}` : scheme)

/** Whether a writer stores custom resources as CBOR. */
export const writesCbor = (writer: string): boolean => writer.endsWith(cborMark)

/** The name of a writer's scheme. */
export const schemeNameOf = (writer: string): string =>
  writesCbor(writer) ? writer.slice(0, -cborMark.length) : writer
