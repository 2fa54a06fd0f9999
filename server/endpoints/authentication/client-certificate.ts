// Upstream: staging/src/k8s.io/apiserver/pkg/authentication/request/x509/x509.go
import type { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import type { Request } from '../http-message.ts'

/** The certificate that a client showed with its connection; empty without one. */
export interface ClientCertificate {
  certificate?: { commonName: string; organizations: string[]; x509?: X509Certificate | undefined }
  badCertificate?: boolean
  /** Milliseconds since the epoch. */
  expires?: number
}

/** Certificates by connection: node reads them anew at each call, and a connection carries many requests. */
const clientCertificates = new WeakMap<object, ClientCertificate>()

/** The client's certificate, which is read once for each connection. */
export function clientCertificate(req: Request): ClientCertificate {
  const connection = (req as { stream?: { session?: object } }).stream?.session ?? req.socket
  const known = clientCertificates.get(connection)
  if (known !== undefined) return known
  const read = readClientCertificate(req.socket as Partial<TLSSocket>)
  clientCertificates.set(connection, read)
  return read
}

function readClientCertificate(socket: Partial<TLSSocket>): ClientCertificate {
  const subject = socket.getPeerCertificate?.()?.subject
  if (subject === undefined) return {}
  if (socket.authorized !== true) return { badCertificate: true }
  const organizations = subject.O as string | string[] | undefined
  const x509 = socket.getPeerX509Certificate?.()
  return {
    ...(x509 === undefined ? {} : { expires: Date.parse(x509.validTo) }),
    certificate: {
      commonName: String(subject.CN ?? ''),
      organizations: organizations === undefined ? [] : [organizations].flat(),
      x509,
    },
  }
}
