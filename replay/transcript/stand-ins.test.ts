import { describe, expect, it } from 'vitest'
import { StandIns } from './stand-ins.ts'

describe('stand-ins', () => {
  it('are the same for the same, and leave alone what the document itself says', () => {
    const uids = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
    const ids = new StandIns(1, `uid: ${uids[1]}`)
    const first = ids.apply(`uid: ${uids[0]}\nresourceVersion: "77"\n`, undefined)
    expect(first).toMatch(/^uid: [0-9a-f-]{36}\nresourceVersion: "201"\n$/)
    expect(first).not.toContain(uids[0])
    expect(ids.apply(`uid: ${uids[0]}\nresourceVersion: "77"\n`, undefined)).toBe(first)
    expect(ids.apply(`"resourceVersion":"78" ${uids[1]}`, undefined)).toBe(
      `"resourceVersion":"202" ${uids[1]}`,
    )
  })

  it('are put where a port stands, not where a number looks like it', () => {
    const ids = new StandIns(1, '')
    expect(ids.apply('https://127.0.0.1:34567/ --secure-port=34567 34567Ki', 'https://127.0.0.1:34567')).toBe(
      'https://127.0.0.1:6443/ --secure-port=6443 34567Ki',
    )
  })

  it('are an ellipsis for tokens, keys and certificates, in YAML and in JSON', () => {
    const data = 'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUJZVEND='
    const ids = new StandIns(1, '')
    expect(ids.apply('token: eyJhbGciOiJSUzI1NiJ9.eyJhdWQiOlsiYSJdfQ.c2ln-bmF_dHVyZQ\n', undefined)).toBe(
      'token: eyJ...\n',
    )
    expect(ids.apply(`client-key-data: ${data}\n`, undefined)).toBe('client-key-data: ...\n')
    expect(ids.apply(`"certificate-authority-data": "${data}"\n`, undefined)).toBe(
      '"certificate-authority-data": "..."\n',
    )
    expect(ids.apply(`-----BEGIN CERTIFICATE-----\n${data}\n-----END CERTIFICATE-----\n`, undefined)).toBe(
      '-----BEGIN CERTIFICATE-----\n...\n-----END CERTIFICATE-----\n',
    )
  })
})
