import { describe, expect, it } from 'vitest'
import { ApiError } from '../../client/rest-client.ts'
import { createAuthority, issueCertificate } from '../../component-base/certificate-authority.ts'
import { FakeClock } from '../../component-base/clock.ts'
import { gatesOf } from '../../component-base/testing/gates-of.ts'
import { withDefaults } from '../config/defaults.ts'
import type { KubeletConfiguration } from '../config/kubelet-configuration.ts'
import { type AskedRequest, KubeletAccess, shownCertificate } from './kubelet-access.ts'

interface Given {
  minor?: number
  gates?: Record<string, boolean>
  config?: KubeletConfiguration
  /** What the API server says of each user and subresource. */
  allows?: (user: string, subresource: string) => boolean
  fails?: string
}

interface AskedReview {
  token: string
  user: string
  resourceAttributes: { subresource: string }
}

const tokenStatus = (token: string) =>
  token.startsWith('good-')
    ? { authenticated: true, user: { username: token.slice(5), groups: ['robots'] } }
    : { error: token === 'odd' ? 'it is odd' : undefined }

/** A kubelet's access, the reviews that it asks for, and its log. */
function accessOf({
  minor = 36,
  gates = { KubeletFineGrainedAuthz: false },
  config = {},
  allows = () => false,
  fails,
}: Given) {
  const clock = new FakeClock()
  const reviews: object[] = []
  const log: string[] = []
  const reader = gatesOf(`1.${minor}`, gates)
  const access = new KubeletAccess({
    minor,
    gates: reader,
    clock,
    nodeName: 'n1',
    config: withDefaults({ authentication: { x509: { clientCAFile: '/ca.crt' } }, ...config }, minor, reader),
    logger: {
      log: () => {},
      logS: (_severity, message, values) => log.push(`${message}: ${values?.['err']}`),
    },
    client: {
      create: async <T>(path: string, body: unknown): Promise<T> => {
        reviews.push((body as { spec: object }).spec)
        if (fails !== undefined) throw new ApiError({ kind: 'Status', message: fails } as never)
        const spec = (body as { spec: AskedReview }).spec
        const status = path.endsWith('tokenreviews')
          ? tokenStatus(spec.token)
          : { allowed: allows(spec.user, spec.resourceAttributes.subresource) }
        return { status } as T
      },
    },
  })
  const ask = async (asked: Partial<AskedRequest>): Promise<string> => {
    const refused = await access.refusal({ method: 'GET', path: '/pods', ...asked })
    return refused === undefined ? 'let through' : `${refused.status} ${refused.body}`
  }
  return { ask, reviews, log, clock }
}

const fine = { KubeletFineGrainedAuthz: true }
const token = (name: string) => ({ authorization: `Bearer good-${name}` })

describe('the port of a kubelet', () => {
  it('refuses who is nobody', async () => {
    const { ask, log } = accessOf({ allows: () => true })
    expect(await ask({})).toBe('401 Unauthorized')
    expect(await ask({ authorization: 'Basic abc' })).toBe('401 Unauthorized')
    expect(log).toEqual([])
    expect(await ask({ authorization: 'Bearer bad' })).toBe('401 Unauthorized')
    expect(await ask({ authorization: 'Bearer odd' })).toBe('401 Unauthorized')
    expect(await ask({ certificate: 'unverified' })).toBe('401 Unauthorized')
    expect(log).toEqual([
      'Unable to authenticate the request due to an error: invalid bearer token',
      'Unable to authenticate the request due to an error: it is odd',
      'Unable to authenticate the request due to an error: x509: certificate signed by unknown authority',
    ])
  })

  it('does not know who asks for what is not served', async () => {
    const { ask } = accessOf({})
    expect(await ask({ path: '/' })).toBe('404 404 page not found\n')
    expect(await ask({ path: '/podsx' })).toBe('404 404 page not found\n')
    // The path is unescaped before: a text of its own is decided, and nothing else served.
    expect(await ask({ path: '/%65xec/default/p/c' })).toBe('404 404 page not found\n')
  })

  it('lets anybody in as system:anonymous, but nobody with a wrong token', async () => {
    const config = { authentication: { anonymous: { enabled: true } } }
    const { ask, reviews } = accessOf({ config, allows: (user) => user === 'system:anonymous' })
    expect(await ask({})).toBe('let through')
    expect(reviews).toEqual([
      {
        resourceAttributes: {
          verb: 'get',
          version: 'v1',
          resource: 'nodes',
          subresource: 'proxy',
          name: 'n1',
        },
        user: 'system:anonymous',
        groups: ['system:unauthenticated'],
      },
    ])
    expect(await ask({ authorization: 'Bearer bad' })).toBe('401 Unauthorized')
  })

  it('asks nobody where everything is allowed', async () => {
    const config = { authorization: { mode: 'AlwaysAllow' } }
    const { ask, reviews } = accessOf({ config })
    expect(await ask(token('jane'))).toBe('let through')
    expect(reviews).toEqual([{ token: 'good-jane' }])
    expect(await ask({})).toBe('401 Unauthorized')
  })

  it.each([
    ['GET', '/pods', ['pods', 'proxy']],
    ['GET', '/runningpods/', ['pods', 'proxy']],
    ['GET', '/healthz/ping', ['healthz', 'proxy']],
    ['GET', '/configz', ['configz', 'proxy']],
    ['GET', '/statusz', ['statusz', 'proxy']],
    ['GET', '/metrics/cadvisor', ['metrics']],
    ['GET', '/stats/summary', ['stats']],
    ['GET', '/logs/', ['log']],
    ['POST', '/checkpoint/default/p/c', ['checkpoint']],
    ['POST', '/exec/default/p/c', ['proxy']],
    ['HEAD', '/containerLogs/default/p/c', ['proxy']],
  ] as const)('asks of %s %s for %j', async (method, path, subresources) => {
    const verb = { GET: 'get', POST: 'create', HEAD: '' }[method]
    const { ask, reviews } = accessOf({ gates: fine })
    expect(await ask({ method, path, ...token('jane') })).toBe(
      `403 Forbidden (user=jane, verb=${verb}, resource=nodes, subresource(s)=[${subresources.join(' ')}])\n`,
    )
    const asked = reviews.slice(1).map((one) => (one as { resourceAttributes: object }).resourceAttributes)
    expect(asked).toEqual(
      subresources.map((subresource) => ({
        verb,
        version: 'v1',
        resource: 'nodes',
        subresource,
        name: 'n1',
      })),
    )
    const last = accessOf({ gates: fine, allows: (_user, one) => one === subresources.at(-1) })
    expect(await last.ask({ method, path, ...token('jane') })).toBe('let through')
  })

  it('knows no finer subresources without the gate, and before 1.32 names one', async () => {
    const now = accessOf({ allows: (_user, one) => one === 'pods' })
    expect(await now.ask(token('jane'))).toContain('subresource(s)=[proxy]')
    const before = accessOf({ minor: 31 })
    expect(await before.ask(token('jane'))).toBe(
      '403 Forbidden (user=jane, verb=get, resource=nodes, subresource=proxy)',
    )
  })

  it('tells of a server that does not answer', async () => {
    const config = { authentication: { anonymous: { enabled: true } } }
    const { ask, log } = accessOf({ config, fails: 'no server' })
    expect(await ask({})).toBe(
      '500 Authorization error (user=system:anonymous, verb=get, resource=nodes, subresource=proxy)',
    )
    expect(await ask(token('jane'))).toBe('401 Unauthorized')
    expect(log).toEqual([
      'Authorization error: no server',
      'Unable to authenticate the request due to an error: no server',
    ])
  })

  it('keeps answers as long as its configuration says', async () => {
    const { ask, reviews, clock } = accessOf({ allows: (user) => user === 'jane' })
    const counted = async (name: string): Promise<number> => {
      const before = reviews.length
      await ask(token(name))
      return reviews.length - before
    }
    expect([
      await counted('jane'),
      await counted('jane'),
      await counted('joe'),
      await counted('joe'),
    ]).toEqual([2, 0, 2, 0])
    clock.advance(30_000)
    expect([await counted('jane'), await counted('joe')]).toEqual([0, 1])
    clock.advance(90_000)
    expect([await counted('jane'), await counted('joe')]).toEqual([1, 2])
  })

  it('knows who an authority that counts vouches for', async () => {
    const now = Date.parse('2026-01-01T00:00:00Z')
    const [own, other] = [createAuthority('own', now), createAuthority('other', now)]
    const request = {
      ...{ commonName: 'jane', organizations: ['robots', 'people'] },
      ...{ names: [], addresses: [], usage: 'client' as const },
    }
    const pair = issueCertificate(own, request, now)
    const shown = shownCertificate(own.cert, pair, now)
    expect(shown).toEqual({ commonName: 'jane', organizations: ['robots', 'people'] })
    expect(shownCertificate(other.cert, pair, now)).toBe('unverified')
    expect(shownCertificate(undefined, pair, now)).toBeUndefined()
    const { ask, reviews } = accessOf({ allows: (user) => user === 'jane' })
    expect(await ask({ certificate: shown })).toBe('let through')
    expect(reviews).toMatchObject([{ user: 'jane', groups: ['robots', 'people', 'system:authenticated'] }])
    const without = accessOf({ config: { authentication: {} } })
    expect(await without.ask({ certificate: shown })).toBe('401 Unauthorized')
  })
})
