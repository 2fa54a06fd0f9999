import { expect, it } from 'vitest'
import type { Session } from '../../session.ts'
import { describeCertificateSigningRequest } from './certificate.ts'

const request =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlJQkJUQ0Jxd0lCQURBY01Rd3dDZ1lEVlFRS0RBTmtaWFl4RERBS0JnTlZCQU1NQTJKdllqQlpNQk1HQnlxRwpTTTQ5QWdFR0NDcUdTTTQ5QXdFSEEwSUFCTm9CL0hjUmZsT0Z0SlhQN3FpSUNKR2wvb2FFRFl3T2tQZTB5R1VnCjUrQ1RIRUVnUHB2cnk5UnlFSzBTVVlwMWhYcFFLcHo4dVY0ejl2MjVwQzNsTEFpZ0xUQXJCZ2txaGtpRzl3MEIKQ1E0eEhqQWNNQm9HQTFVZEVRUVRNQkdDQ1dFdVpYaGhiWEJzWlljRUNnRUJBVEFLQmdncWhrak9QUVFEQWdOSgpBREJHQWlFQTN4cXA3SHRUV0xjRFJwTEh5aUdLd0x3ZWV5VndWTFdEeGN1djdxd1U2VlVDSVFEVnY1bmQrTlc0CkZYN2Q0UkhoNFNyc1RZRThxTnBqYkUvRUQvVktEckxKYXc9PQotLS0tLUVORCBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K'

// Compared with kubectl 1.27 and 1.33.
it('tells the subject and the names of a request', async () => {
  const object = {
    ...{ apiVersion: 'certificates.k8s.io/v1', kind: 'CertificateSigningRequest' },
    metadata: { name: 'bob', labels: { a: 'b', c: 'd' }, creationTimestamp: '2026-11-21T04:16:02Z' },
    spec: { request, signerName: 's/n', expirationSeconds: 86400, username: 'u' },
    status: { conditions: [{ type: 'Approved' }], certificate: 'x' },
  }
  expect(await describeCertificateSigningRequest({} as Session, object)).toBe(
    `Name:\tbob\nLabels:\ta=b,c=d\nAnnotations:\t<none>\nCreationTimestamp:\tSat, 21 Nov 2026 04:16:02 +0000
Requesting User:\tu\nSigner:\ts/n\nRequested Duration:\t24h\nStatus:\tApproved,Issued
Subject:\n\tCommon Name:\tbob\n\tSerial Number:\t\n\tOrganization:\tdev
Subject Alternative Names:\n\tDNS Names:\ta.example\n\tIP Addresses:\t10.1.1.1\n`,
  )
})
