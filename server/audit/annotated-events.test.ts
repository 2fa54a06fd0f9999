import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { startHookServers } from '../admission/webhook/testing/hook-server.ts'
import { startSecureServer } from '../testing/secure-server.ts'
import recorded from './annotated-events.json' with { type: 'json' }
import { annotatedEvents, auditPolicy } from './testing/annotated.ts'

const dir = mkdtempSync(join(tmpdir(), 'kepsim-annotated-'))
afterAll(() => rmSync(dir, { recursive: true }))

it.each(Object.entries(recorded))('notes what webhooks and policies of %s say', async (release, events) => {
  const policy = join(dir, 'policy.yaml')
  writeFileSync(policy, auditPolicy)
  const hooks = await startHookServers()
  const flags = [`--audit-policy-file=${policy}`, '--audit-log-path=DIR/audit.log']
  const server = await startSecureServer(release, flags, { mayAudit: true, mayReachWebhooks: true })
  try {
    const log = join(server.dir, 'audit.log')
    expect(await annotatedEvents({ port: server.port, log, hooks, settle: 0 })).toEqual(events)
  } finally {
    await server.close()
    await hooks.close()
  }
})
