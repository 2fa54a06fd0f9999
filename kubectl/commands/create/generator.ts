import type { KubeObject } from '../../../apimachinery/json.ts'
import type { Session } from '../../session.ts'

/** Makes an object from the flags of a `kubectl create` command. */
export interface Generator {
  /** Checks the flags and makes the object. Throws KubectlErrors. */
  build: (session: Session, name: string) => KubeObject | Promise<KubeObject>
  /** What the error of the server is told with: `failed to create job: …`. */
  failure?: string
}
