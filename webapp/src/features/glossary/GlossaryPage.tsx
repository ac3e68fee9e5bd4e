import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { EmptyState } from '../../design/EmptyState';
import { terms } from '../../design/glossary';
import { Page } from '../../design/Page';
import { SearchField } from '../../design/SearchField';
import { matching } from '../../design/search';

/** The words of the trade as these pages use them; an address may name one. */
export function GlossaryPage() {
  const t = useT();
  const { hash } = useLocation();
  const [query, setQuery] = useState('');
  const named = hash.slice(1);
  useEffect(() => {
    if (named) document.getElementById(named)?.scrollIntoView?.({ block: 'center' });
  }, [named]);
  const words = terms.map((id) => ({ id, term: t(`glossary.term.${id}`), means: t(`glossary.means.${id}`) }));
  const found = matching(words, query, ({ term, means }) => `${term} ${means}`);
  return (
    <Page
      title={t('glossary.title')}
      subtitle={t('glossary.subtitle')}
      actions={<SearchField label={t('glossary.search')} value={query} onChange={setQuery} />}
    >
      <Card sx={{ p: { xs: 2, sm: 3 }, maxWidth: 880 }}>
        {found.length === 0 ? (
          <EmptyState kind="none" title={t('glossary.none')} advice={t('glossary.noneAdvice')} />
        ) : (
          <Box component="dl" sx={{ m: 0, display: 'grid', gap: 2 }}>
            {found.map(({ id, term, means }) => (
              <Box
                key={id}
                id={id}
                sx={{ borderRadius: 1, p: 1, m: -1, bgcolor: id === named ? 'action.selected' : undefined }}
              >
                <Typography component="dt" sx={{ fontWeight: 650 }}>
                  {term}
                </Typography>
                <Typography component="dd" sx={{ m: 0 }}>
                  {means}
                </Typography>
              </Box>
            ))}
          </Box>
        )}
      </Card>
    </Page>
  );
}
