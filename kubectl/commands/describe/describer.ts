import type { KubeObject } from '../../../apimachinery/json.ts'
import type { Session } from '../../session.ts'

/** The text of an object without its events, cells divided by tabs. */
export type Describer = (session: Session, object: KubeObject) => string | Promise<string>
