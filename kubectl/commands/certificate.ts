// Upstream: kubectl/pkg/cmd/certificates/certificates.go
import type { CertificateSigningRequestCondition } from '../../api/certificates-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { KubectlError } from '../errors.ts'
import { operationPrinter } from '../printers/printer.ts'
import { buildTargets, visit } from '../resources/builder.ts'
import { replaceOn } from '../resources/writes.ts'
import type { Session } from '../session.ts'

/** `kubectl certificate approve`: adds the condition Approved to signing requests. */
export const approve = (session: Session, words: string[]): Promise<number> =>
  decide(session, words, 'Approved', 'KubectlApprove')
/** `kubectl certificate deny`: adds the condition Denied to signing requests. */
export const deny = (session: Session, words: string[]): Promise<number> =>
  decide(session, words, 'Denied', 'KubectlDeny')

async function decide(session: Session, words: string[], type: string, reason: string): Promise<number> {
  if (words.length === 0 && session.flags.strings('filename').length === 0)
    throw new KubectlError('one or more CSRs must be specified as <name> or -f <filename>')
  const print = await operationPrinter(session, 'none', true)
  const names = words.map((word) => (word.includes('/') ? word : `certificatesigningrequests/${word}`))
  const count = await visit(session, await buildTargets(session, names, {}), {}, async (info) => {
    const status = (info.object['status'] ?? {}) as { conditions?: CertificateSigningRequestCondition[] }
    const old = status.conditions ?? []
    const same = old.some((c) => c.type === type)
    const at = `${new Date(session.host.now()).toISOString().slice(0, 19)}Z`
    const condition: CertificateSigningRequestCondition = {
      type,
      status: 'True',
      reason,
      message: `This CSR was ${type.toLowerCase()} by kubectl certificate ${type === 'Approved' ? 'approve' : 'deny'}.`,
      lastUpdateTime: at,
    }
    const object: KubeObject = { ...info.object, status: { ...status, conditions: [...old, condition] } }
    const made =
      same && !session.flags.bool('force')
        ? info.object
        : await replaceOn(session, info, object, { subresource: 'approval' })
    print(made, type.toLowerCase())
  })
  if (count === 0) session.host.stderr('No resources found\n')
  return 0
}
