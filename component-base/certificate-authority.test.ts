import { createPrivateKey, X509Certificate } from 'node:crypto'
import { expect, it } from 'vitest'
import { createAuthority, issueCertificate } from './certificate-authority.ts'

const now = Date.UTC(2030, 0, 1)
const year = 365

it('makes an authority that signs itself and others', () => {
  const authority = createAuthority('kepsim-ca', now)
  const cert = new X509Certificate(authority.cert)
  expect(cert).toMatchObject({ subject: 'CN=kepsim-ca', issuer: 'CN=kepsim-ca', ca: true })
  expect(cert.verify(cert.publicKey)).toBe(true)
  expect(cert.checkPrivateKey(createPrivateKey(authority.key))).toBe(true)
  expect(Date.parse(cert.validFrom)).toBe(Date.UTC(2029, 11, 31))
})

it('names a server by its names and addresses', () => {
  const authority = createAuthority('kepsim-ca', now)
  const addresses = ['127.0.0.1', '::1', 'fd00::', '2001:db8::a:b', '1:2:3:4:5:6:7:8']
  const request = { commonName: 'kube-apiserver', names: ['localhost', '*.svc'], addresses } as const
  const cert = new X509Certificate(issueCertificate(authority, { ...request, usage: 'server' }, now).cert)
  expect(cert.ca).toBe(false)
  expect(cert.checkIssued(new X509Certificate(authority.cert))).toBe(true)
  expect(cert.verify(new X509Certificate(authority.cert).publicKey)).toBe(true)
  expect(cert.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
  for (const address of addresses) expect(cert.checkIP(address), address).toBe(address)
  expect(cert.checkIP('::2')).toBeUndefined()
  expect(cert.checkHost('localhost')).toBe('localhost')
  expect(cert.subjectAltName).toContain('DNS:*.svc')
})

it('writes the subject of a client as it is named, whatever it is called', () => {
  const authority = createAuthority('Größe & Maß', now)
  const request = { commonName: 'system:node:ä@*', organizations: ['b', 'system:masters'] } as const
  const { cert, key } = issueCertificate(authority, { ...request, usage: 'client', days: year }, now)
  const parsed = new X509Certificate(cert)
  expect(parsed.toLegacyObject()).toMatchObject({
    subject: { CN: 'system:node:ä@*', O: ['b', 'system:masters'] },
    issuer: { CN: 'Größe & Maß' },
  })
  expect(parsed.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2'])
  expect(parsed.checkPrivateKey(createPrivateKey(key))).toBe(true)
  expect(parsed.checkIssued(new X509Certificate(authority.cert))).toBe(true)
  expect(Date.parse(parsed.validTo)).toBe(Date.UTC(2031, 0, 1))
})

it('knows years after 2050', () => {
  const { cert } = createAuthority('late', Date.UTC(2048, 5, 1))
  expect(Date.parse(new X509Certificate(cert).validTo)).toBe(Date.UTC(2058, 4, 30))
})

it('writes serial numbers that are positive', () => {
  const authority = createAuthority('kepsim-ca', now)
  for (let i = 0; i < 30; i++) {
    const { cert } = issueCertificate(authority, { commonName: 'a', usage: 'client' }, now)
    expect(new X509Certificate(cert).serialNumber).toMatch(/^[1-7][0-9A-F]{15}$/)
  }
})
