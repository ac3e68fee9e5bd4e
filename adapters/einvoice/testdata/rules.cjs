// Asks compiled rules about many files in one process: node rules.cjs XSLT3 SEF FILE… prints, by file, the
// rules that it does not hold, or null where no rule was asked.
const { readFileSync, realpathSync } = require('node:fs');
const SaxonJS = require(require.resolve('saxon-js', { paths: [realpathSync(process.argv[2])] }));
const [sef, ...files] = process.argv.slice(3);
const stylesheetText = readFileSync(sef, 'utf8');
const out = {};
for (const file of files) {
  const said = SaxonJS.transform(
    { stylesheetText, sourceText: readFileSync(file, 'utf8'), destination: 'serialized' },
    'sync',
  ).principalResult;
  out[file] = said.includes('fired-rule')
    ? [...said.matchAll(/<svrl:failed-assert[^>]*>/g)].map(([tag]) => /\bid="([^"]*)"/.exec(tag)?.[1] ?? tag)
    : null;
}
console.log(JSON.stringify(out));
