import '@fontsource-variable/inter/index.css';
import { CacheProvider } from '@emotion/react';
import { makeStyleCache } from '@openpmo/ui/csp';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { App } from './app/App';
import { LanguageProvider } from './i18n/LanguageProvider';
import { chosenLanguage, loadTexts } from './i18n/languages';
import { makeAuthProvider } from './providers/auth';
import { makeDataProvider } from './providers/data';
import { makeHttp } from './providers/http';

let texts = await loadTexts(chosenLanguage());
const translator = () => texts.translator;
const http = makeHttp(translator);
const dataProvider = makeDataProvider(http);
const authProvider = makeAuthProvider({ http, translator, leave: (path) => globalThis.location.assign(path) });

const router = createBrowserRouter(
  [{ path: '*', element: <App dataProvider={dataProvider} authProvider={authProvider} /> }],
  { basename: '/admin' },
);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <CacheProvider value={makeStyleCache()}>
        <LanguageProvider
          initial={texts}
          onChange={(chosen) => {
            texts = chosen;
          }}
        >
          <RouterProvider router={router} />
        </LanguageProvider>
      </CacheProvider>
    </StrictMode>,
  );
}
