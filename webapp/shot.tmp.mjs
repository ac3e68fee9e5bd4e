import { chromium } from '@playwright/test';
import { browser } from './e2e/browser.mjs';
const env = browser('/tmp/lists/chromium');
Object.assign(process.env, env);
const base = 'http://127.0.0.1:8391';
const [,, who, ext, out, ...paths] = process.argv;
const b = await chromium.launch({ executablePath: env.PMO_CHROMIUM, args: ['--no-sandbox','--headless=new'] , env: {...process.env, ...env}});
const ctx = await b.newContext({ baseURL: base, locale: 'fr-FR', timezoneId: 'Europe/Paris', reducedMotion: 'reduce' });
await ctx.request.post('/api/session/login', { data: { email: `${who}@demo.pmo`, password: 'demo-pmo-2026' } });
const ops = await (await ctx.request.get('/api/operations')).json();
const op = ops.find((o) => o.externalId === ext);
const page = await ctx.newPage();
page.on('console', (m) => m.type() === 'error' && console.log('console', m.text()));
page.on('pageerror', (m) => console.log('pageerror', m.message));
let n = 0;
for (const spec of paths) {
  const [path, w = '1440', scheme = 'light', full] = spec.split('@');
  await page.emulateMedia({ colorScheme: scheme });
  await page.setViewportSize({ width: Number(w), height: Number(w) < 700 ? 844 : 900 });
  await page.goto(`/pmo/operations/${op.id}/${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(600);
  await page.screenshot({ path: `${out}-${++n}.png`, fullPage: full === 'full' });
  console.log(`${out}-${n}.png`, spec);
}
await b.close();
