import 'reflect-metadata'
import { X509Certificate } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { provideCrypto } from '../../component-base/certificate-signing.ts'
import { defaultNamespace, startControlPlane } from './control-plane.ts'

const requests = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
const hour = 3_600_000

/** Base64 of a request (PEM) for `subject`: `O=dev,CN=jane`. */
async function requestFor(subject: string, names: x509.JsonGeneralNames = []): Promise<string> {
  provideCrypto()
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const extensions = names.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension(names)]
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: subject,
    keys,
    signingAlgorithm: algorithm,
    extensions,
  })
  return Buffer.from(request.toString('pem')).toString('base64')
}

interface Answered extends KubeObject {
  status: { certificate?: string; conditions?: { type: string; reason: string; message: string }[] }
}

describe('CertificateSigningRequests', () => {
  // As a real kube-controller-manager 1.36.3 answered the same requests.
  it.each([
    ['client auth', 'O=dev+O=ops,CN=jane', 'kube-apiserver-client', undefined],
    ['server auth', 'CN=jane', 'kube-apiserver-client', 'invalid usage for client certificate: server auth'],
    [
      'digital signature',
      'CN=jane',
      'kube-apiserver-client',
      'missing required usage for client certificate: client auth',
    ],
    [
      'digital signature,client auth',
      'O=system:nodes,CN=bob',
      'kube-apiserver-client-kubelet',
      'subject common name does not begin with system:node:',
    ],
    [
      'digital signature,server auth',
      'O=system:nodes,CN=system:node:n1',
      'kubelet-serving',
      'DNS or IP subjectAltName is required',
    ],
  ])('for %s of %s by %s', async (usages, subject, signer, failure) => {
    const plane = await startControlPlane('1.36')
    await plane.client.create(requests, {
      metadata: { name: 'r' },
      spec: {
        request: await requestFor(subject),
        signerName: `kubernetes.io/${signer}`,
        usages: usages.split(','),
        expirationSeconds: 3600,
      },
    })
    const request = await plane.client.get<Answered>(`${requests}/r`)
    const conditions = [{ type: 'Approved', status: 'True', reason: 'Mine', message: 'good' }]
    await plane.client.update(`${requests}/r/approval`, { ...request, status: { conditions } })
    const answer = async () => {
      const { status } = await plane.client.get<Answered>(`${requests}/r`)
      const failed = status.conditions?.find(({ type }) => type === 'Failed')
      return [status.certificate === undefined ? 'none' : 'certificate', failed?.reason, failed?.message]
    }
    const refused = ['none', 'SignerValidationFailure', failure]
    await plane.until(answer, failure === undefined ? ['certificate', undefined, undefined] : refused)
    if (failure !== undefined) return
    const { status } = await plane.client.get<Answered>(`${requests}/r`)
    const certificate = new X509Certificate(Buffer.from(status.certificate!, 'base64'))
    expect(certificate.subject).toBe('O=dev + O=ops\nCN=jane')
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2'])
    expect(Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)).toBe(hour + 5 * 60_000)
    plane.clock.advance(2 * hour)
    await plane.until(() => plane.names(requests), [])
  })

  it('are approved where a kubelet may ask for itself', async () => {
    const plane = await startControlPlane('1.30')
    const spec = {
      request: await requestFor('O=system:nodes,CN=system:node:n1'),
      signerName: 'kubernetes.io/kube-apiserver-client-kubelet',
      usages: ['client auth', 'digital signature'],
    }
    await plane.client.create(requests, { metadata: { name: 'r' }, spec })
    const answer = async () => {
      const { status } = await plane.client.get<Answered>(`${requests}/r`)
      const [approved] = status.conditions ?? []
      return [approved?.reason, approved?.message, status.certificate !== undefined]
    }
    const message = 'Auto approving kubelet client certificate after SubjectAccessReview.'
    await plane.until(answer, ['AutoApproved', message, true])
  })
})

const secrets = `${defaultNamespace}/secrets`
const tokenSecret = (name: string, account: string, labels = {}) => ({
  metadata: { name, labels, annotations: { 'kubernetes.io/service-account.name': account } },
  type: 'kubernetes.io/service-account-token',
})

describe('Secrets of tokens', () => {
  it('get a token that holds until it is marked, and go with their ServiceAccount', async () => {
    const plane = await startControlPlane('1.36')
    const { client } = plane
    const accounts = `${defaultNamespace}/serviceaccounts`
    await client.create(accounts, { metadata: { name: 'robot' }, secrets: [{ name: 'a' }, { name: 'b' }] })
    for (const name of ['a', 'b']) await client.create(secrets, tokenSecret(name, 'robot'))
    await client.create(secrets, tokenSecret('nobodys', 'nobody'))
    const data = async () => ((await client.get(`${secrets}/a`))['data'] ?? {}) as Record<string, string>
    await plane.until(async () => Object.keys(await data()).sort(), ['ca.crt', 'namespace', 'token'])
    await plane.until(() => plane.names(secrets), ['a', 'b'])

    const token = Buffer.from((await data())['token']!, 'base64').toString()
    const review = async () => {
      const path = '/apis/authentication.k8s.io/v1/tokenreviews'
      const { status } = await client.create<KubeObject & { status: { error?: string; user?: object } }>(
        path,
        {
          spec: { token },
        },
      )
      return status.error ?? status.user
    }
    expect(await review()).toMatchObject({ username: 'system:serviceaccount:default:robot' })
    const labels = (await client.get(`${secrets}/a`)).metadata.labels
    expect(labels).toEqual({ 'kubernetes.io/legacy-token-last-used': '2026-01-01' })
    await client.patch(`${secrets}/a`, {
      metadata: { labels: { 'kubernetes.io/legacy-token-invalid-since': '2026-01-01' } },
    })
    expect(await review()).toContain('for service account default/robot has been marked invalid')
    await client.delete(`${secrets}/a`)
    expect(await review()).toBe('[invalid bearer token, Token has been invalidated]')
    await plane.until(async () => (await client.get(`${accounts}/robot`))['secrets'], [{ name: 'b' }])
    await client.delete(`${accounts}/robot`)
    await plane.until(() => plane.names(secrets), [])
  })
})

describe('bootstrap tokens', () => {
  it('sign cluster-info where their controllers are asked for, until they end', async () => {
    const plane = await startControlPlane('1.36', '--controllers=*,bootstrapsigner,tokencleaner')
    const { client, clock } = plane
    await client.create('/api/v1/namespaces/kube-public/configmaps', {
      metadata: { name: 'cluster-info' },
      data: { kubeconfig: 'hello' },
    })
    await client.create('/api/v1/namespaces/kube-system/secrets', {
      metadata: { name: 'bootstrap-token-abcdef' },
      type: 'bootstrap.kubernetes.io/token',
      stringData: {
        'token-id': 'abcdef',
        'token-secret': '0123456789abcdef',
        'usage-bootstrap-signing': 'true',
        expiration: '2026-01-01T02:00:00Z',
      },
    })
    const data = async () =>
      (await client.get('/api/v1/namespaces/kube-public/configmaps/cluster-info'))['data']
    const signature = 'eyJhbGciOiJIUzI1NiIsImtpZCI6ImFiY2RlZiJ9..MxsnbCjBaYzcbNIFa06F-wuF9LX26rhMlrL4zA1511s'
    await plane.until(data, { kubeconfig: 'hello', 'jws-kubeconfig-abcdef': signature })
    clock.advance(3 * hour)
    await plane.until(data, { kubeconfig: 'hello' })
  })
})
