/** For `vi.waitFor`: longer than a loaded machine takes for what a test waits for; its default is a second. */
export const patient = { timeout: 60_000 }
