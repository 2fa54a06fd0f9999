import { parseArgs } from 'node:util'

/**
 * The flags and arguments of a script. `--help` prints the usage; what is not understood ends the process with one line and the
 * usage, and exit code 2.
 * @template {import('node:util').ParseArgsConfig} Config
 * @param {string} usage the flags, as the top of the script has them
 * @param {Config} config
 * @returns {ReturnType<typeof parseArgs<Config>>}
 */
export function commandLine(usage, config) {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    console.log(`usage: ${usage}`)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    console.error(`${/** @type {Error} */ (error).message}\nusage: ${usage}`)
    process.exit(2)
  }
}
