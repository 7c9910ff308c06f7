"""Probes of the host: CPU, disks, memory and network, by iostat and sar; its facts and its storage."""
