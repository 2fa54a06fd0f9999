// Upstream: pkg/printers/internalversion/printers.go
import { humanDuration } from '../../../apimachinery/human-duration.ts'
import type { JsonObject } from '../../../apimachinery/json.ts'
import { age, at, conditionOf, labelsText, list, name, type Printer, text } from './cells.ts'
import { tablesDialect } from './dialect.ts'

/** Cells of signing requests: name, age, signer, requestor, requested duration, condition. */
export const printCertificateSigningRequest: Printer = (o, options) => {
  const seconds = at(o, 'spec', 'expirationSeconds')
  return [
    name(o),
    age(o, options),
    text(o, 'spec', 'signerName') || '<none>',
    text(o, 'spec', 'username'),
    seconds === undefined ? '<none>' : humanDuration(Number(seconds) * 1000),
    signingStatus(o),
  ]
}

function signingStatus(request: JsonObject): string {
  const has = (type: string): boolean => conditionOf(request, type) !== undefined
  const decided = has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending'
  return `${decided}${has('Failed') ? ',Failed' : ''}${text(request, 'status', 'certificate') === '' ? '' : ',Issued'}`
}

/** Cells of ClusterTrustBundles: name, signer. */
export const printClusterTrustBundle: Printer = (o) => [name(o), text(o, 'spec', 'signerName') || '<none>']

/** Cells of PodCertificateRequests: name, pod, account, node, signer, state. */
export const printPodCertificateRequest: Printer = (o, { minor }) => {
  const decided = list(o, 'status', 'conditions')
    .map((c) => text(c, 'type'))
    .filter((type) => ['Issued', 'Denied', 'Failed'].includes(type))
  const cells = ['podName', 'serviceAccountName', 'nodeName', 'signerName'].map((field) =>
    text(o, 'spec', field),
  )
  const row = [name(o), ...cells, decided.at(-1) ?? 'Pending']
  return tablesDialect(minor).showsUserAnnotations
    ? [...row, labelsText(at(o, 'spec', 'unverifiedUserAnnotations'))]
    : row
}
