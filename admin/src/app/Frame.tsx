import Box from '@mui/material/Box';
import { useT } from '@openpmo/ui/i18n/context';
import type { ReactNode } from 'react';
import { Layout, Menu, TitlePortal } from 'react-admin';
import { Bar } from './Bar';

/** What surrounds every page: bar, menu, and the heading that each page fills. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <Layout appBar={Bar} appBarAlwaysOn menu={SideMenu}>
      <Box sx={{ px: { xs: 0, md: 2 }, pb: 3, minWidth: 0 }}>
        <TitlePortal
          component="h1"
          variant="h1"
          sx={{ pt: 2, pb: 1, whiteSpace: 'normal', overflowWrap: 'anywhere' }}
        />
        {children}
      </Box>
    </Layout>
  );
}

function SideMenu() {
  const t = useT();
  return (
    <nav aria-label={t('shell.menu.label')}>
      <Menu>
        <Menu.DashboardItem />
        <Menu.ResourceItems />
      </Menu>
    </nav>
  );
}
