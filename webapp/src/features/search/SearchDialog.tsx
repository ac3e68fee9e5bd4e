import CloseOutlined from '@mui/icons-material/CloseOutlined';
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import useAutocomplete from '@mui/material/useAutocomplete';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { pageOf } from '../../api/addresses';
import { useOperations } from '../../api/operations';
import { useCan, useSession } from '../../api/session';
import { ErrorPanel } from '../../design/ErrorPanel';
import { countsOf, type Option, optionsOf, type PageTarget } from './options';
import { useSearch } from './queries';

/** How long somebody has to pause before the server is asked. */
const pause = 150;

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** One field over everything that may be seen: pages, operations, sites, clients, issuers, plans, invoices. */
export function SearchDialog({
  pages = [],
  onClose = () => {},
}: {
  pages?: readonly PageTarget[];
  onClose?: () => void;
}) {
  const t = useT();
  const formats = useFormats();
  const navigate = useNavigate();
  const can = useCan();
  const { data: operations = [] } = useOperations(useSession());
  const [text, setText] = useState('');
  const asked = useSettled(text);
  const query = useSearch(asked);
  const groups = query.data?.groups ?? [];
  const several = operations.length > 1;
  const options = useMemo(
    () =>
      optionsOf(text, pages, text.trim() ? groups : [], { opens: (thing) => can(pageOf(thing).permission), several }),
    [text, pages, groups, can, several],
  );
  const counts = countsOf(groups);
  const { getRootProps, getInputProps, getListboxProps, getOptionProps, groupedOptions } = useAutocomplete<Option>({
    id: 'search',
    options,
    open: true,
    value: null,
    inputValue: text,
    autoHighlight: true,
    clearOnBlur: false,
    // Who types narrows the list; nothing is filtered again.
    filterOptions: (all) => all,
    getOptionLabel: ({ name }) => name,
    getOptionKey: ({ key }) => key,
    isOptionEqualToValue: (option, value) => option.key === value.key,
    // The list is the dialog: leaving it by the keyboard is leaving.
    onClose: (_, reason) => reason === 'escape' && onClose(),
    onInputChange: (_, next, reason) => reason === 'input' && setText(next),
    onChange: (_, option) => {
      if (!option) return;
      onClose();
      navigate(option.to);
    },
  });
  const shown = groupedOptions as Option[];
  const waits = query.isFetching || text.trim() !== asked;
  return (
    <Dialog
      open
      onClose={onClose}
      aria-label={t('search.title')}
      fullWidth
      maxWidth="sm"
      slotProps={{
        container: { sx: { alignItems: 'flex-start' } },
        paper: {
          sx: { mt: { xs: 1, sm: 8 }, mx: { xs: 1, sm: 4 }, width: { xs: 'calc(100% - 16px)' }, maxHeight: '80vh' },
        },
      }}
    >
      <Box
        {...getRootProps()}
        sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1, borderBottom: 1, borderColor: 'divider' }}
      >
        <SearchOutlined color="action" />
        <InputBase
          autoFocus
          fullWidth
          placeholder={t('search.placeholder')}
          inputProps={{ ...getInputProps(), 'aria-label': t('search.title') }}
          sx={{ fontSize: '1.0625rem' }}
        />
        <IconButton onClick={onClose} aria-label={t('design.close')} edge="end">
          <CloseOutlined />
        </IconButton>
      </Box>
      <Box sx={{ height: 4 }}>{waits && <LinearProgress aria-label={t('shell.loading')} />}</Box>
      <Box sx={{ overflowY: 'auto', pb: 1 }}>
        {query.isError && (
          <Box sx={{ p: 2 }}>
            <ErrorPanel error={query.error} onRetry={() => query.refetch()} />
          </Box>
        )}
        <Box
          component="ul"
          {...getListboxProps()}
          aria-label={t('search.title')}
          sx={{ listStyle: 'none', m: 0, p: 0 }}
        >
          {shown.map((option, index) => {
            const { key: _, ...props } = getOptionProps({ option, index });
            const begins = index === 0 || shown[index - 1]?.group !== option.group;
            const count = counts[option.group];
            return [
              begins && (
                <Typography
                  key={option.group}
                  component="li"
                  role="presentation"
                  variant="overline"
                  color="textSecondary"
                  sx={{ px: 2, pt: 1, display: 'block' }}
                >
                  {t(option.group)}
                  {count &&
                    ` · ${t('search.some', { shown: formats.number(count.shown), total: formats.number(count.total) })}`}
                </Typography>
              ),
              <Box
                component="li"
                key={option.key}
                {...props}
                sx={{
                  px: 2,
                  py: 0.75,
                  minHeight: 44,
                  display: 'flex',
                  flexWrap: 'wrap',
                  columnGap: 1.5,
                  alignItems: 'center',
                  cursor: 'pointer',
                  '&.Mui-focused': { bgcolor: 'action.selected' },
                }}
              >
                <span style={{ overflowWrap: 'anywhere' }}>{option.name}</span>
                <Typography component="span" variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                  {[option.detail, option.operation].filter(Boolean).join(' · ')}
                </Typography>
              </Box>,
            ];
          })}
        </Box>
        {shown.length === 0 && !waits && !query.isError && (
          <Typography role="status" color="textSecondary" sx={{ px: 2, py: 2 }}>
            {t('search.none', { text: text.trim() })}
          </Typography>
        )}
      </Box>
    </Dialog>
  );
}
