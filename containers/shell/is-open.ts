/** Whether a line that was typed goes on with the next one. */
export async function isOpen(text: string): Promise<boolean> {
  const { parse } = await import('just-bash')
  try {
    parse(text)
    return false
  } catch (error) {
    return (
      /unexpected (?:end|EOF)|unterminated|end of (?:input|file)/i.test(String(error)) && text.length < 65_536
    )
  }
}
