import { isConflict, isNotFound } from '../client/rest-client.ts'

/** Waits for a write. What has changed meanwhile is told of and looked at then, what is gone needs nothing: neither is an error. */
export async function ignoringChanges(write: Promise<unknown>): Promise<void> {
  try {
    await write
  } catch (error) {
    if (!isConflict(error) && !isNotFound(error)) throw error
  }
}
