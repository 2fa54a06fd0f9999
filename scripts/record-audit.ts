// Records what webhooks and policies leave in the audit log of a real kube-apiserver: PORT LOG RELEASE FILE, or POLICY to print the audit
// policy that its --audit-policy-file has to hold (bundled by esbuild)
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { startHookServers } from '../server/admission/webhook/testing/hook-server.ts'
import { annotatedEvents, auditPolicy } from '../server/audit/testing/annotated.ts'

const [port = '', log = '', release = '', file = ''] = process.argv.slice(2)
if (port === 'POLICY') process.stdout.write(auditPolicy)
else {
  const hooks = await startHookServers()
  const recorded = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  recorded[release] = await annotatedEvents({ port: Number(port), log, hooks, settle: 3000 })
  writeFileSync(file, `${JSON.stringify(recorded, undefined, 1)}\n`)
  await hooks.close()
}
